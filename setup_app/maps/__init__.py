"""Maps for battles: the official ones and clubs' own copies."""

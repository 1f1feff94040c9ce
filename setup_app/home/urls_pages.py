"""Where does somebody begin?"""

from django.urls import path

from setup_app.home import pages

urlpatterns = [
    path("", pages.home, name="home"),
    path("picture.png", pages.picture, name="picture"),
]

# One image for web, worker and beat; docker-compose.yml says which is which.
FROM python:3.12.14-slim-bookworm AS packages
COPY requirements.txt /tmp/
RUN python -m venv /opt/metator \
 && /opt/metator/bin/pip install --no-cache-dir --no-deps --require-hashes \
    --only-binary :all: -r /tmp/requirements.txt

FROM python:3.12.14-slim-bookworm
RUN useradd --system --create-home --home-dir /home/metator --uid 10001 metator
COPY --from=packages /opt/metator /opt/metator
WORKDIR /srv/metator
COPY --chown=root:root . .
ENV PATH=/opt/metator/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    MALLOC_ARENA_MAX=2 \
    DJANGO_SETTINGS_MODULE=config.settings \
    METATOR_HOME=/home/metator/var \
    STATIC_ROOT=/srv/static
# Collecting needs no secret and no database; this one is used for nothing else and is not kept.
RUN mkdir -p /srv/static && chown metator /srv/static \
 && SECRET_KEY=only-while-the-image-is-built-and-never-again python manage.py collectstatic --noinput
USER metator
EXPOSE 8000
CMD ["gunicorn", "config.asgi:application", "--bind", "0.0.0.0:8000", "--workers", "2", \
     "--timeout", "60", "--no-control-socket", \
     "--worker-tmp-dir", "/dev/shm", "--config", "python:config.gunicorn"]

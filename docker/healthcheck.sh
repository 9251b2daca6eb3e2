#!/bin/sh
# Requests /healthz with wget or curl, whichever the base image has.
address=http://127.0.0.1:${SIGNBOARD_PORT:-8080}/healthz
if command -v wget > /dev/null; then
  exec wget -q -O /dev/null "$address"
fi
exec curl -fsS -o /dev/null "$address"

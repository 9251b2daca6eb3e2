#!/bin/sh
# Starts the web server of one deployment. Writes config.json and the origin in the Content-Security-Policy from BACKEND_URL, and
# exits with one line on stderr when its value is not safe. Writes only under SIGNBOARD_RUN.
#
# Usage: entrypoint.sh [serve|check [<options of nginx>]] | drain <seconds> | <another command>
#   drain: /readyz answers 503 from now on; returns after the seconds that load balancers need to notice. Requests are still served.
set -eu
export LC_ALL=C
home=${SIGNBOARD_HOME:-/usr/share/signboard}
run=${SIGNBOARD_RUN:-/tmp/signboard}
port=${SIGNBOARD_PORT:-8080}

case ${1:-serve} in
  serve | check) ;;
  drain)
    printf '' > "$run/draining"
    exec sleep "$2"
    ;;
  *) exec "$@" ;;
esac

# The message does not contain the value, which may have a password or a line break.
refuse() {
  echo "signboard: BACKEND_URL $1. Give the address of this deployment's backend, such as https://api.example.org/" >&2
  exit 64
}

# Whether $1 is a number from 1 to 65535.
is_port() {
  case $1 in
    '' | 0* | *[!0-9]* | ??????*) return 1 ;;
  esac
  [ "$1" -le 65535 ]
}

url=${BACKEND_URL:-}
newline='
'
return=$(printf '\r')
case $url in
  '') refuse 'is not set' ;;
  *"$newline"* | *"$return"*) refuse 'contains a line break' ;;
  *' '* | *'	'*) refuse 'contains a space' ;;
  *[\'\"\`]*) refuse 'contains a quote' ;;
  *';'*) refuse 'contains a semicolon' ;;
  *'*'*) refuse 'contains a *: only one backend is allowed, not a pattern' ;;
  *@*) refuse 'contains a user or a password (@)' ;;
  *'?'*) refuse 'contains a query (?)' ;;
  *'#'*) refuse 'contains a fragment (#)' ;;
  https://*) scheme=https ;;
  http://*) scheme=http ;;
  *) refuse 'does not start with https://' ;;
esac
rest=${url#"$scheme"://}
case $rest in
  *[!A-Za-z0-9:/._~-]*) refuse 'contains a character other than letters, digits and : / . _ ~ -' ;;
  *//* | */./* | */../* | */. | */..) refuse 'has an invalid path (//, /./ or /../)' ;;
esac
authority=${rest%%/*}
host=${authority%%:*}
case .$host. in
  *..* | *.-* | *-.* | *[!A-Za-z0-9.-]*) refuse 'has no valid host' ;;
esac
case $authority in
  "$host") ;;
  *) is_port "${authority#"$host":}" || refuse 'has a port that is not a number from 1 to 65535' ;;
esac
case ${rest#"$authority"} in
  *:*) refuse 'contains a : in its path' ;;
  */) ;;
  *) url=$url/ ;;
esac
# Without TLS tokens are sent in plain text, so http:// is allowed for localhost only.
case $scheme:$host in
  https:* | http:localhost | http:*.localhost | http:127.0.0.1) ;;
  *) refuse 'starts with http://, which is only allowed for localhost' ;;
esac

if ! is_port "$port"; then
  echo 'signboard: SIGNBOARD_PORT is not a number from 1 to 65535' >&2
  exit 64
fi

if ! mkdir -p "$run" 2> /dev/null || ! printf '' 2> /dev/null > "$run/modules.conf"; then
  echo "signboard: $run cannot be written. With a read-only root file system, mount a tmpfs: --tmpfs /tmp" >&2
  exit 73
fi
# A restarted container may find the files of the one before.
rm -f "$run/draining"
printf '{"BACKEND_URL":"%s"}\n' "$url" > "$run/config.json"
{
  printf 'map "" $signboard_api { default "%s://%s"; }\n' "$scheme" "$authority"
  printf 'map "" $signboard_backend { default "%s"; }\n' "$url"
} > "$run/api.conf"

# Without nginx's brotli module the gzip files are served.
printf '' > "$run/compression.conf"
for folder in /usr/lib/nginx/modules /etc/nginx/modules; do
  module=$folder/ngx_http_brotli_static_module.so
  if [ -f "$module" ]; then
    echo "load_module $module;" > "$run/modules.conf"
    echo 'brotli_static on;' > "$run/compression.conf"
    break
  fi
done

echo "listen $port default_server;" > "$run/listen.conf"
if read -r _ 2> /dev/null < /proc/net/if_inet6; then
  echo "listen [::]:$port default_server;" >> "$run/listen.conf"
fi
sed -e "s|@HOME@|$home|g" -e "s|@RUN@|$run|g" "$home/nginx.conf" > "$run/nginx.conf"

command=${1:-serve}
[ $# -eq 0 ] || shift
case $command in
  serve) exec nginx -e stderr -c "$run/nginx.conf" "$@" ;;
  check) exec nginx -e stderr -t -q -c "$run/nginx.conf" "$@" ;;
esac

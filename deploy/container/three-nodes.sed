# Makes of deploy/nginx/fansite.conf the configuration for the nodes of compose.yml.
s/^    server 127\.0\.0\.1:3000 \(.*\)$/    server serve-1:3000 \1\n    server serve-2:3000 \1\n    server serve-3:3000 \1/
s/listen 80;/listen 8080;/
s|/var/cache/nginx/fansite|/var/cache/nginx|

# Varnish 6.4 or newer in front of `fansite serve`, with the vmod xkey (Debian: varnish-modules).
vcl 4.1;

import std;
import xkey;

backend fansite {
    .host = "127.0.0.1";
    .port = "3000";
    .connect_timeout = 2s;
    # fansite gives a page 10 seconds and answers then with 503.
    .first_byte_timeout = 30s;
    .probe = {
        .url = "/readyz";
        .interval = 2s;
        .timeout = 2s;
        .window = 3;
        .threshold = 2;
        .initial = 2;
    }
}

acl purgers {
    "127.0.0.1";
    "::1";
}

sub vcl_recv {
    if (req.method == "PURGE") {
        if (client.ip !~ purgers) {
            return (synth(403));
        }
        if (req.http.xkey-purge) {
            return (synth(200, "purged " + xkey.purge(req.http.xkey-purge)));
        }
        if (req.http.xkey-softpurge) {
            return (synth(200, "expired " + xkey.softpurge(req.http.xkey-softpurge)));
        }
        return (synth(400, "name keys in xkey-purge or xkey-softpurge"));
    }
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # Only for whoever runs the site.
    if (req.url ~ "^/(metrics|healthz|readyz)([?/]|$)") {
        return (synth(404));
    }
    # A download of hundreds of megabytes would displace pages.
    if (req.url ~ "^/mirror\.([0-9a-z-]+\.)?db([?]|$)") {
        return (pass);
    }
    unset req.http.Cookie;
    # Pages depend on nothing but the path and these parameters; their order matters. Where columns are
    # parameters, and for programs, all of them count.
    if (req.url !~ "^/(_data|api)[/?]") {
        set req.url = regsuball(req.url,
            "(?<=[?&])(?!(?:v|id|pageId|q|query|limit|ancestorId|collection|tag|typing|from|sort|dir|w|f|width|is\.[^=&]*)=)[^&]*&?", "");
    }
    set req.url = regsub(req.url, "[?&]+$", "");

    # Varnish keeps stale responses for a day (see vcl_backend_response). While the server works,
    # they may be sent for 10 minutes only, which is stale-while-revalidate of the pages.
    if (std.healthy(req.backend_hint) && req.restarts == 0) {
        set req.grace = 10m;
    }
    return (hash);
}

sub vcl_hash {
    # The name of the host is not a part of the key: all names serve one site.
    hash_data(req.url);
    return (lookup);
}

sub vcl_backend_response {
    if (beresp.status >= 500 && bereq.is_bgfetch) {
        # Keep the response that is being refreshed.
        return (abandon);
    }
    set beresp.http.xkey = beresp.http.Surrogate-Key;
    # Varnish takes its grace from stale-while-revalidate and ignores stale-if-error.
    if (beresp.http.Cache-Control ~ "stale-if-error=\d+") {
        set beresp.grace = std.duration(
            regsub(beresp.http.Cache-Control, "^.*stale-if-error=(\d+).*$", "\1") + "s", 10m);
    }
}

sub vcl_deliver {
    # The server fails, but the probe has not noticed: send what is left, however old.
    if (resp.status >= 500 && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD")) {
        return (restart);
    }
    unset resp.http.xkey;
    unset resp.http.Surrogate-Key;
    unset resp.http.Cache-Tag;
    set resp.http.X-Cache = "miss";
    if (obj.hits > 0) {
        set resp.http.X-Cache = "hit";
    }
}

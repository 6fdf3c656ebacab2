# An edge before the gateway, for Varnish 7: varnishd -f varnish.vcl -p http_gzip_support=off (the gateway compresses, also with brotli).
# cdn.md says why each time is as it is.
vcl 4.1;
import std;

backend gateway {
    .host = "127.0.0.1";
    .port = "8080";
    # The gateway answers within 32 seconds, whatever the service does.
    .first_byte_timeout = 40s;
    .probe = { .url = "/healthz"; .interval = 5s; .window = 3; .threshold = 2; .initial = 2; }
}

sub vcl_recv {
    # Monitoring asks the gateway itself.
    if (req.url ~ "^/(?:readyz|healthz|metrics)") { return (synth(404)); }
    if (req.method != "GET" && req.method != "HEAD") { return (pass); }
    # Parts of an archive of map tiles.
    if (req.url ~ "\.pmtiles$") { return (pass); }
    # Nothing of the visitor decides what is answered, but whether a browser opens the page, and its compression.
    unset req.http.Cookie;
    unset req.http.Cache-Control;
    unset req.http.Pragma;
    if (req.url ~ "^/(?:\?|$)") {
        # The script reads the query: a place is sent to no server.
        set req.url = "/";
        if (req.http.Sec-Fetch-Dest != "document") { unset req.http.Sec-Fetch-Dest; }
    } else {
        unset req.http.Sec-Fetch-Dest;
    }
    if (req.http.Accept-Encoding ~ "\bbr\b") { set req.http.Accept-Encoding = "br, gzip"; }
    elsif (req.http.Accept-Encoding ~ "\bgzip\b") { set req.http.Accept-Encoding = "gzip"; }
    else { unset req.http.Accept-Encoding; }
    # The longer times of vcl_backend_response are for a gateway that does not answer.
    if (std.healthy(req.backend_hint)) { set req.grace = 30s; }
    # Varnish itself adds the visitor's address to X-Forwarded-For.
    return (hash);
}

sub vcl_hash {
    # The document of a visit begins with messages, that of a service worker or a frame does not.
    hash_data(req.http.Sec-Fetch-Dest);
}

sub vcl_backend_response {
    set beresp.grace = 0s;
    set beresp.keep = 0s;
    # A failure is not kept, nor what is missing.
    if (beresp.status != 200) {
        set beresp.uncacheable = true;
        set beresp.ttl = 0s;
        return (deliver);
    }
    if (bereq.url ~ "^/api/") {
        # At most 60 seconds in all: the second half is served while a new response is on its way.
        set beresp.ttl = 30s;
        set beresp.grace = 30s;
    } elsif (bereq.url == "/" || bereq.url ~ "^/(?:index|pages/[a-z]+)\.html$") {
        # Without the gateway the page starts all the same, and says that it could not check. Its script takes no message of a document that is older
        # than 20 minutes.
        set beresp.ttl = 10s;
        set beresp.grace = 1h;
    } elsif (bereq.url ~ "^/(?:plain|history)/") {
        # As long as the gateway says, which is never beyond the proof of a page or a feed.
        if (beresp.ttl > 60s) { set beresp.ttl = 60s; }
    } else {
        # Files of the bundle: by Cache-Control, which is a year where the name has a hash.
        if (beresp.ttl < 10s) { set beresp.ttl = 10s; }
        set beresp.grace = 1d;
    }
    return (deliver);
}

sub vcl_deliver {
    unset resp.http.Via;
    unset resp.http.X-Varnish;
}

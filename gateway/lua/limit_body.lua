-- Ends a response while it is read, once it is too large. Runs as the body filter of a captured request, whose
-- ngx.ctx is the count. An error ends also the request that captured it, so that its `give_up` is called before.
if not require("reading").add(ngx.ctx, #ngx.arg[1]) then
  ngx.ctx.give_up()
  return ngx.ERROR
end

// An HTTP server of the tests, and the end of it.
import { once } from 'node:events';
import http from 'node:http';

/** Starts a server on a free port, or on a port: its origin, its address, and what ends it with its connections. */
export async function serve(handler, port = 0) {
  const server = http.createServer(handler);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${server.address().port}`;
  const stop = () =>
    new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    });
  return { origin, address: `${origin}/`, stop };
}

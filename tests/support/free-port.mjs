// A port that a process of the tests can listen on.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';

// Below the ports that Linux gives to outgoing connections: one of those may take a port between the moment when it was found to be
// free and the moment when the process listens on it.
const [FIRST, END] = [20_000, 32_768];
let next = randomInt(FIRST, END);

/** A free port, another one for each call. */
export async function freePort() {
  for (let tried = FIRST; tried < END; tried++) {
    const port = next;
    next = port + 1 < END ? port + 1 : FIRST;
    const server = net.createServer().listen(port, '127.0.0.1');
    const isListening = await once(server, 'listening').catch(() => null);
    if (isListening) return new Promise((done) => server.close(() => done(port)));
  }
  throw new Error(`no port from ${FIRST} to ${END} is free`);
}

// Functions that the servers of tests and measurements share.
import { createServer } from 'node:net';
import { extname } from 'node:path';

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
};

/**
 * The content type of a file. docs/publishing.md lists the types that the app needs.
 * @param {string} file
 */
export const typeOf = (file) => TYPES[extname(file)] ?? 'text/plain';

/**
 * Makes a server listen on this machine alone. Returns the port: `port`, or any free one if that is 0.
 * @param {import('node:net').Server} server
 * @returns {Promise<number>}
 */
export const listening = (server, port = 0) =>
  new Promise((ready) =>
    server.listen(port, '127.0.0.1', () => ready(/** @type {import('node:net').AddressInfo} */ (server.address()).port)),
  );

/** A free port, for a program that cannot choose one itself. */
export async function freePort() {
  const server = createServer();
  const port = await listening(server);
  await new Promise((closed) => server.close(closed));
  return port;
}

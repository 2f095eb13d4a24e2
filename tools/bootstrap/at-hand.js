// Prints the optional requirements of tests that this machine has, one line each: nx runs the tests again when they
// change.
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = process.env.KB_CACHE_DIR ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'kb');
const builds = join(cache, 'control-plane');

console.log(`corpus: ${existsSync(join(root, '../shared/corpus'))}`);
console.log(`control planes: ${existsSync(builds) ? readdirSync(builds).toSorted().join(' ') : 'none'}`);
console.log(`KUBEBUILDER_ASSETS: ${process.env.KUBEBUILDER_ASSETS ?? 'none'}`);
console.log(`user: ${process.getuid?.() === 0 ? 'root' : 'not root'}`);

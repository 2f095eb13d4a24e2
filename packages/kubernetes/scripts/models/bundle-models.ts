import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Where the copies are, below the folder of the declarations. */
const MODELS_FOLDER = 'client-node';

const MODEL = /(['"])@kubernetes\/client-node\/dist\/gen\/models\/(\w+)\.js\1/g;
const OWN_MODEL = /(['"])\.\.\/models\/(\w+)\.js\1/g;
const OWN_TYPES = /(['"])\.\.\/\.\.\/types\.js\1/g;
const WHOLE_API = /import \{([\w\s,]+)\} from '\.\/api\.js';/;

/**
 * Puts copies of the declarations of client-node's models beside the declarations in `folder` that import them, and
 * makes these import the copies. client-node's own lead, through one type alias, to all of its generated API, undici
 * and Node's types: over 800 files, 3 s of an older compiler, for the type of a Deployment. Returns the names of the
 * models. Throws when the layout of client-node's declarations is unknown.
 */
export function bundleModels(folder: string, clientNode: string): string[] {
  const models = new Set<string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue;
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const up = relative(dirname(path), join(folder, MODELS_FOLDER)).replaceAll('\\', '/');
    const local = text.replaceAll(MODEL, (_, quote: string, name: string) => {
      models.add(name);
      return `${quote}${up.startsWith('.') ? up : `./${up}`}/${name}.js${quote}`;
    });
    if (local !== text) writeFileSync(path, local);
  }
  const target = join(folder, MODELS_FOLDER);
  mkdirSync(target, { recursive: true });
  copyFileSync(join(clientNode, 'LICENSE'), join(target, 'LICENSE'));
  for (const name of ['V1ListMeta', 'V1ObjectMeta']) models.add(name);
  // A set that grows during iteration: the imports of a model come after it.
  for (const name of models) {
    const text = readFileSync(join(clientNode, 'dist/gen/models', `${name}.d.ts`), 'utf8');
    const local = text
      .replaceAll(OWN_MODEL, (_, quote: string, other: string) => {
        models.add(other);
        return `${quote}./${other}.js${quote}`;
      })
      .replaceAll(OWN_TYPES, "'./types.js'");
    if (/from ['"]\.\.\//.test(local))
      throw new Error(`client-node's ${name} imports what is not known here:\n${local}`);
    writeFileSync(join(target, `${name}.d.ts`), local);
  }
  writeFileSync(join(target, 'types.d.ts'), typesOf(readFileSync(join(clientNode, 'dist/types.d.ts'), 'utf8')));
  return [...models].sort();
}

/** client-node's types of its own, importing two models instead of everything. */
function typesOf(text: string): string {
  const names = WHOLE_API.exec(text)?.[1]
    ?.split(',')
    .map((name) => name.trim());
  if (names?.toSorted().join() !== 'V1ListMeta,V1ObjectMeta') {
    throw new Error(`client-node's types.d.ts imports something else than it did:\n${text}`);
  }
  return text.replace(WHOLE_API, names.map((name) => `import { ${name} } from './${name}.js';`).join('\n'));
}

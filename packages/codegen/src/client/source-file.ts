import type { GroupVersion, Model, TypeId } from '../model/model.ts';
import { compareText } from '../text/compare-text.ts';
import type { TypeTexts } from './apply-type.ts';
import type { GroupVersionNames } from './group-version-names.ts';
import { SOURCE_HEADER } from '../marks/generated-marks.ts';
import { quote } from './source-text.ts';
import { importOf } from './type-layout.ts';

/** A file that is being written, with the imports that it turned out to need. */
export interface SourceFile {
  readonly texts: TypeTexts;
  /** Returns the text of the file. `values`: it needs the client's functions, not only its types. */
  close(blocks: readonly string[], values: boolean): string;
}

/** What {@link openFile} needs to know of the group version. */
export interface FileContext {
  readonly model: Model;
  readonly groupVersion: GroupVersion;
  readonly names: GroupVersionNames;
  /** The files of the interfaces for server-side apply, by type. */
  readonly applyFiles: ReadonlyMap<TypeId, string>;
}

/** Opens the file at `path`, relative to the group version's folder. */
export function openFile({ model, groupVersion, names, applyFiles }: FileContext, path: string): SourceFile {
  const apiTypes = new Set<string>();
  const applyTypes = new Map<string, Set<string>>();
  return {
    texts: {
      model,
      isExported: (id) => groupVersion.exports.has(id),
      applyNameOf(id) {
        const name = names.applyTypes.get(id);
        const file = applyFiles.get(id);
        if (name === undefined || file === undefined) return undefined;
        if (file !== path) applyTypes.set(file, (applyTypes.get(file) ?? new Set()).add(name));
        return name;
      },
      sourceOf(id) {
        const name = model.types.get(id)?.name ?? 'unknown';
        apiTypes.add(name);
        return names.importedAs(name);
      },
    },
    close(blocks, values) {
      const code = blocks.join('\n');
      const api = [...apiTypes].sort(compareText).map((name) => {
        const local = names.importedAs(name);
        return local === name ? name : `${name} as ${local}`;
      });
      const imports = [
        ...importLine(api, groupVersion.module),
        ...(usesClient(code) ? [`import ${values ? '' : 'type '}* as kb from '@kb/client/codegen/v1';`] : []),
        ...[...applyTypes]
          .map(([file, types]) => [relativeModule(path, file), types] as const)
          .sort(([a], [b]) => compareText(a, b))
          .flatMap(([module, types]) => importLine([...types].sort(compareText), module)),
      ];
      return `${SOURCE_HEADER}\n\n${imports.length > 0 ? `${imports.join('\n')}\n\n` : ''}${code}`;
    },
  };
}

/** True when code, not a comment, uses a name of the client. */
function usesClient(code: string): boolean {
  return code.split('\n').some((line) => !/^\s*(?:\/\*)?\*/.test(line) && /\bkb\.[A-Za-z]/.test(line));
}

/** Returns the module specifier by which one file imports another; both paths are relative to one folder. */
function relativeModule(from: string, to: string): string {
  const here = from.split('/').slice(0, -1);
  const there = to.split('/');
  while (here.length > 0 && here[0] === there[0]) {
    here.shift();
    there.shift();
  }
  return here.length === 0 ? `./${there.join('/')}` : `${'../'.repeat(here.length)}${there.join('/')}`;
}

function importLine(names: readonly string[], module: string): string[] {
  return names.length === 0 ? [] : [importOf(names, quote(module))];
}

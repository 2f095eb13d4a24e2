import { addMarker, addToList, type SourceReader } from '@kb/codegen';
import { CliError } from '../../cli-error.ts';
import { devDependencyEdit } from '../lists/dev-dependency.ts';
import type { ListToEdit } from '../lists/list-to-edit.ts';
import { conversionFile, spokeFile, spokeTest, spokeVariable } from '../templates/webhook/conversion.ts';
import { toolVersions } from '../templates/tool-versions.ts';
import type { WebhookNames } from '../webhook-names.ts';
import type { WebhookTarget } from './webhook-target.ts';

/** The conversion between the versions of a kind: hub, spokes, their tests, and the markers of the hub. */
export function conversionEdits(
  sources: string,
  names: WebhookNames,
  { project, spokes, namesOf }: WebhookTarget,
  reader: SourceReader,
): ListToEdit[] {
  const all = spokes.map(namesOf);
  const typesOf = ({ folder, lower }: WebhookNames): string =>
    `${project.paths.api[0] ?? 'packages/api'}/src/${folder}/${lower}.types.ts`;
  const hasFoo = [names, ...all].every((one) => reader.read(typesOf(one))?.includes('  foo?: string;') === true);
  return [
    {
      path: `${sources}/${names.base}.conversion.ts`,
      content: conversionFile(names, all),
      added: all.map((one) => {
        const variable = spokeVariable(names, one);
        const importFrom = `./${names.base}.${one.version}.conversion.ts`;
        return {
          byHand: `import { ${variable} } from '${importFrom}';\nand ${variable} to ${names.prefix}Spokes`,
          add: async (text) =>
            addToList(text, { list: `${names.prefix}Spokes`, element: variable, importName: variable, importFrom }),
        };
      }),
    },
    ...all.flatMap((one): ListToEdit[] => [
      { path: `${sources}/${names.base}.${one.version}.conversion.ts`, content: spokeFile(names, one), added: [] },
      {
        path: `${sources}/${names.base}.${one.version}.conversion.test.ts`,
        content: spokeTest(project, names, one, hasFoo),
        added: [],
      },
    ]),
    hubEdit(typesOf(names), names, all.map(typesOf), reader),
    devDependencyEdit(project, 'fast-check', toolVersions['fast-check'], reader),
  ];
}

/** The marker of the version that is stored: one version of a kind has it. */
export const STORAGE_MARKER = '+kubebuilder:storageversion';

/** The marker of the hub, whose CRD names the webhook. */
export const CONVERSION_MARKER = '+kb:conversion:strategy=Webhook';

/** The CRD names the webhook; the hub is also the stored version, unless another one is. */
function hubEdit(path: string, { kind }: WebhookNames, others: readonly string[], reader: SourceReader): ListToEdit {
  const content = reader.read(path);
  const isStoredElsewhere = others.some((other) => reader.read(other)?.includes(STORAGE_MARKER) === true);
  const markers = isStoredElsewhere ? [CONVERSION_MARKER] : [STORAGE_MARKER, CONVERSION_MARKER];
  if (content === undefined) {
    throw new CliError('KB_LIST_BY_HAND', `there is no ${path}, which would say that ${kind} is converted`, {
      hint: `Nothing was written. Add ${markers.map((one) => `"// ${one}"`).join(' and ')} above the type, and move it there.`,
    });
  }
  return {
    path,
    content,
    added: markers.map((one) => ({
      byHand: `// ${one}`,
      add: async (text) => addMarker(text, { type: kind, marker: `// ${one}`, knownBy: one.replace(/=.*/, '') }),
    })),
  };
}

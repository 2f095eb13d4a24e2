import { readFileSync } from 'node:fs';

/** The prose of a type: its own under `''`, its fields' under their JSON names. */
export type TypeDescriptions = { readonly [field: string]: string };

/** Where the descriptions are kept: a build product, made by the npm script `descriptions` of this package. */
export const descriptionsFile: URL = new URL('../../generated/descriptions.json', import.meta.url);

let descriptions: ReadonlyMap<string, ReadonlyMap<string, string>> | undefined;

/**
 * What Kubernetes' documentation says of a type (without `field`) or of one of its fields, or undefined where it says
 * nothing. Throws an Error that names the command when the descriptions were not extracted.
 */
export function descriptionOf(typeName: string, field = ''): string | undefined {
  descriptions ??= readDescriptions();
  return descriptions.get(typeName)?.get(field);
}

function readDescriptions(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  let text: string;
  try {
    text = readFileSync(descriptionsFile, 'utf8');
  } catch (error) {
    const command = 'npm run descriptions -w @kb/kubernetes';
    throw new Error(`the descriptions of built-in types were not extracted yet: run \`${command}\``, { cause: error });
  }
  const byType: { [typeName: string]: TypeDescriptions } = JSON.parse(text);
  return new Map(Object.entries(byType).map(([name, fields]) => [name, new Map(Object.entries(fields))]));
}

import type { Operation } from './operation.ts';

/** The id and the tags of an operation: apiserver's GetOperationIDAndTags. */
export function idAndTag({ id, path }: Pick<Operation, 'id' | 'path'>): { operationId: string; tag: string } {
  const parts = path.split('/').filter((part) => part !== '');
  if (parts[0] === 'api') parts.splice(0, 1, 'apis', 'core');
  const [first = '', group, version] = parts;
  if (first !== 'apis' || group === undefined)
    return { operationId: id.prefix + words(id.rest, true), tag: words(first, false) };
  const name = group.replace(/\.k8s\.io$/, '');
  return {
    operationId: `${id.prefix}${words(name, true)}${words(version ?? '', true)}${words(id.rest, true)}`,
    tag: version === undefined ? words(name, false) : `${words(name, false)}_${words(version, false)}`,
  };
}

/** `lab.example.com` as one word: `labExampleCom`, or with a capital first letter. */
function words(text: string, capital: boolean): string {
  const [first = '', ...rest] = text.split(/[^A-Za-z0-9]/);
  return [capital ? capitalised(first) : first, ...rest.map(capitalised)].join('');
}

/** A text with a capital first letter. */
export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

import { type FieldError, fieldInvalid, fieldRequired, type JsonValue } from '@kb/apimachinery';
import { errorsOfEach, isDns1035Label } from '@kb/apimachinery/server';
import { own, stringOf } from '../../../objects/api-object.ts';
import { lowerCase } from './lower-case.ts';

/** Validates the requested names of a definition. */
export function validateSpecNames(names: JsonValue | undefined): FieldError[] {
  const missing = ['plural', 'singular', 'kind', 'listKind'].filter((field) => stringOf(own(names, field)) === '');
  return [...missing.map((field) => fieldRequired(`spec.names.${field}`)), ...validateNames(names, 'spec.names')];
}

/** Validates the names of a definition that are present. `path`: their place. */
export function validateNames(names: JsonValue | undefined, path: string): FieldError[] {
  const textOf = (field: string): string => stringOf(own(names, field));
  const errors = ['plural', 'singular'].flatMap((field) => {
    const name = textOf(field);
    return name === '' ? [] : validateLabel(name, `${path}.${field}`);
  });
  for (const field of ['kind', 'listKind']) errors.push(...validateKind(textOf(field), `${path}.${field}`));
  const kind = textOf('kind');
  const isSame = kind !== '' && kind === textOf('listKind');
  return [
    ...errors,
    ...validateLabels(own(names, 'shortNames'), `${path}.shortNames`),
    ...(isSame ? [fieldInvalid(`${path}.listKind`, kind, 'kind and listKind may not be the same')] : []),
    ...validateLabels(own(names, 'categories'), `${path}.categories`),
  ];
}

/** Validates that a text is a DNS label; returns all problems as one error. */
export function validateLabel(name: string, path: string): FieldError[] {
  const problems = isDns1035Label(name);
  return problems.length === 0 ? [] : [fieldInvalid(path, name, problems.join(','))];
}

function validateLabels(names: JsonValue | undefined, path: string): FieldError[] {
  if (!Array.isArray(names)) return [];
  return errorsOfEach(names, (name, index) => validateLabel(stringOf(name), `${path}[${index}]`));
}

function validateKind(kind: string, path: string): FieldError[] {
  const problems = kind === '' ? [] : isDns1035Label(lowerCase(kind));
  if (problems.length === 0) return [];
  return [fieldInvalid(path, kind, `may have mixed case, but should otherwise match: ${problems.join(',')}`)];
}

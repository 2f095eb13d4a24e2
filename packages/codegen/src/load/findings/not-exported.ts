import { isExported, packageNames, type TypeData, typeOf, typesOf } from '@kb/kubernetes/data';
import type { Finding } from '../../diagnostic/reporter.ts';

/**
 * The finding for the name of a built-in type that `@kb/kubernetes` does not export, which TypeScript cannot find
 * either. Undefined for an exported name.
 */
export function notExported(name: string): Finding | undefined {
  const type = typeOf(name);
  if (type === undefined || !type.package.includes('/') || isExported(type)) return undefined;
  return {
    code: 'KB_TYPE_NOT_FOUND',
    message: `'@kb/kubernetes/${type.package}' does not export ${type.localName}`,
    hint: insteadOf(type),
  };
}

function insteadOf(type: TypeData): string {
  const { localName } = type;
  const holder = typesOf(type.package).find(
    (other) =>
      isExported(other) && other.inline.some(({ type: part }) => part.kind === 'named' && part.name === type.name),
  );
  if (holder !== undefined) {
    const others = holder.fields.map(({ name }) => `'${name}'`).join(' | ');
    return `its fields are those of ${holder.localName}: write ${others === '' ? holder.localName : `Omit<${holder.localName}, ${others}>`}`;
  }
  const [group] = type.package.split('/');
  const version = packageNames().find(
    (other) =>
      other.startsWith(`${group ?? ''}/`) &&
      typesOf(other).some((each) => each.localName === localName && isExported(each)),
  );
  return version === undefined
    ? 'declare an interface with the fields of it that are needed'
    : `import it from '@kb/kubernetes/${version}'`;
}

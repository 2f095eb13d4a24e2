import { apimachineryNames } from '@kb/codegen/importer';

/** What of `@kb/apimachinery` is imported only where a type of the folder extends it, or instead of one. */
const structs: ReadonlySet<string> = new Set(['Condition', 'ListMeta', 'ManagedFieldsEntry', 'OwnerReference']);

/**
 * Names that files of imported types take from elsewhere, and names of TypeScript that would mean something else behind
 * such a type.
 */
const reserved: ReadonlySet<string> = new Set(
  [
    ...apimachineryNames.filter((name) => !structs.has(name)),
    'Narrowed',
    ...`
  Array ArrayBuffer Awaited BigInt Blob Boolean Buffer Capitalize Console Crypto DataView Date Document Element Error Event EventTarget Exclude Extract File Float32Array
  FormData Function Generator Global Headers Infinity Int32Array InstanceType Intl Iterable Iterator JSON Lowercase Map Math NaN Navigator Node NonNullable Number Object Omit
  OmitThisParameter Parameters Partial Performance Pick Process Promise Proxy Readonly ReadonlyArray ReadonlyMap ReadonlySet Record Reflect RegExp Request Required Response
  ReturnType Set String Symbol Text ThisType URL Uncapitalize Uppercase WeakMap WeakSet Window Worker
  `
      .trim()
      .split(/\s+/),
  ].map((name) => name.toLowerCase()),
);

/** True for a name that no declared type should have, if it can have another one. */
export function isReservedName(name: string): boolean {
  return reserved.has(name.toLowerCase());
}

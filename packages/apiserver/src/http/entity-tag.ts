import { sha512 } from './adapters/sha512.ts';

/** Returns the tag of a content. */
export function entityTag(content: Uint8Array): string {
  return `"${sha512(content)}"`;
}

/** Whether an `If-None-Match` header contains a tag. */
export function matchesEntityTag(header: string | undefined, tag: string): boolean {
  return header !== undefined && header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

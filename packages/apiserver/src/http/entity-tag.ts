import { sha256, toHex } from '@kb/apimachinery';
import { toBytes } from './encode.ts';

/** A tag that names the content of a text. */
export function entityTag(text: string): string {
  return `"${toHex(sha256(toBytes(text))).toUpperCase()}"`;
}

/** Whether an `If-None-Match` header names a tag. */
export function matchesEntityTag(header: string | undefined, tag: string): boolean {
  return (
    header !== undefined &&
    header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag || one.trim() === '*')
  );
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A file of the page. */
export interface PageFile {
  readonly body: Buffer;
  readonly contentType: string;
  /** Its name has a hash of its content. */
  readonly unchanging: boolean;
  /** The document itself, whose placeholder for the nonce is filled in. */
  readonly document: boolean;
}

/** A name of a file that is neither hidden nor another folder. */
const PLAIN_NAME = /^[\w-][\w.-]*$/;
const DOCUMENT_TYPE = 'text/html; charset=utf-8';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/**
 * Reads a file of the built page: one of its folder `assets`, or one beside the document, such as an icon. Every other
 * path is a place within the page, which is one document. Undefined if there is no such file; paths cannot leave the
 * folder.
 */
export async function readPageFile(folder: string, pathname: string): Promise<PageFile | undefined> {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const contentType = types[path.extname(segments.at(-1) ?? '')];
  const inAssets = segments[0] === 'assets';
  const document = !inAssets && (segments.length !== 1 || contentType === undefined);
  if (!document && (contentType === undefined || !segments.every((segment) => PLAIN_NAME.test(segment))))
    return undefined;
  try {
    const body = await readFile(path.join(folder, ...(document ? ['index.html'] : segments)));
    return { body, contentType: document ? DOCUMENT_TYPE : (contentType ?? ''), unchanging: inAssets, document };
  } catch {
    return undefined;
  }
}

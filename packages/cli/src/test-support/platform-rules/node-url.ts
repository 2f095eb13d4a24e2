// Replaces node:url: files of URLs have the platform's names.
import url from 'node:url';
import { platformName, realName } from './names.ts';

export const fileURLToPath = (of: string | URL): string => platformName(url.fileURLToPath(of));
export const pathToFileURL = (file: string): URL => url.pathToFileURL(realName(file));

// Replaces node:os: the folders have the platform's names.
import os from 'node:os';
import { platformName } from './names.ts';

export const { constants, cpus, hostname, networkInterfaces } = os;
export const homedir = (): string => platformName(os.homedir());
export const tmpdir = (): string => platformName(os.tmpdir());

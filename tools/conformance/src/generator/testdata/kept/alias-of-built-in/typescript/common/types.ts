import type { Time } from '@kb/apimachinery';

export type Item = Time;

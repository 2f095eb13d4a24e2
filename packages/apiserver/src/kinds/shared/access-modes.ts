import { stringsIn } from '../../tables/cells.ts';

const accessModes: readonly (readonly [string, string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
];

/** Formats access modes for tables: `RWO,ROX`. */
export const modesOf = (value: unknown): string => {
  const given = stringsIn(value);
  return accessModes
    .filter(([mode]) => given.includes(mode))
    .map(([, short]) => short)
    .join(',');
};

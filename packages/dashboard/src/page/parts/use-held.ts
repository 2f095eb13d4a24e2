import { useState } from 'react';

/** Items of a live list that do not move while the user reads them. */
export interface Held<T> {
  readonly items: readonly T[];
  /** How many have come since. */
  readonly newer: number;
  /** Shows them. */
  readonly showNewer: () => void;
}

/** What is held, and how long. */
export interface HeldOptions<T> {
  readonly isHeld: boolean;
  readonly newest: T | undefined;
  readonly isAfter: (item: T, other: T) => boolean;
  /** An item that is shown anyway, with those before it. */
  readonly wanted?: T | undefined;
}

/** Holds back items that came after the user began to read the list, because they would move the others. */
export function useHeld<T>(items: readonly T[], { isHeld, newest, isAfter, wanted }: HeldOptions<T>): Held<T> {
  const [last, setLast] = useState<T | undefined>(undefined);
  if (isHeld && last === undefined && newest !== undefined) setLast(() => newest);
  if (!isHeld && last !== undefined) setLast(undefined);
  const end = wanted !== undefined && last !== undefined && isAfter(wanted, last) ? wanted : last;
  const shown = isHeld && end !== undefined ? items.filter((item) => !isAfter(item, end)) : items;
  return {
    items: shown,
    newer: items.length - shown.length,
    showNewer: () => {
      setLast(() => newest);
    },
  };
}

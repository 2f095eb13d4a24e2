/** Prints lines, and those that repeat the last one only as their number. */
export interface Fold {
  /** `key`: what makes two lines the same. Default: the line. */
  print(line: string, key?: string): void;
  /** Prints how often the last line was repeated. */
  flush(): void;
}

/** Returns a fold of repeated lines. */
export function createFold(print: (line: string) => void): Fold {
  let last: string | undefined;
  let repeated = 0;
  const flush = (): void => {
    if (repeated > 0) print(`            … ${repeated} more time${repeated === 1 ? '' : 's'}`);
    repeated = 0;
  };
  return {
    print(line, key = line) {
      if (key === last) {
        repeated += 1;
        return;
      }
      flush();
      last = key;
      print(line);
    },
    flush() {
      flush();
      last = undefined;
    },
  };
}

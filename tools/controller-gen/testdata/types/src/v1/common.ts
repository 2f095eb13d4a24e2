/** Elsewhere is declared in another file. */
export interface Elsewhere {
  name: string;
}

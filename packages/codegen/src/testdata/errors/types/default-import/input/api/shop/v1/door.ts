export interface Door {
  name: string;
}

export interface Gate {
  name: string;
}

export interface Shop {
  broken: number;
}

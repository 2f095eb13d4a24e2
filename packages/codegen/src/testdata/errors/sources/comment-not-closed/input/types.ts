/** Sells.
export interface ShopSpec {
  name?: string;
}

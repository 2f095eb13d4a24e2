export interface ShopSpec {
  name string;
}

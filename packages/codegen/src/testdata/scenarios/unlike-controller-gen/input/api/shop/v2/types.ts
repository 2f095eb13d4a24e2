// +groupName=shop.example.com

// rule: version/of-a-type-of-the-name

/** Dns is a kind in another version, and none in this one. */
export interface Dns {
  name: string;
}

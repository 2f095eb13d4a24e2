export type Name = string;

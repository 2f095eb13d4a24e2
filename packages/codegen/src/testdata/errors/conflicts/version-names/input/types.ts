export type Name = string;

// +versionName=v2

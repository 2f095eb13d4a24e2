export type Name = string;

// +groupName=other.example.com

// +groupName=depot.example.com
export {};

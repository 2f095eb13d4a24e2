// +groupName=a-b.example.io
export {};

// +groupName=shop.example.com
// +versionName=v1
export {};

// +groupName=shop.example.com
// +versionName=1
export {};

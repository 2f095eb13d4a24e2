// +groupName=Shop.Example.Com
// +versionName=1
export {};

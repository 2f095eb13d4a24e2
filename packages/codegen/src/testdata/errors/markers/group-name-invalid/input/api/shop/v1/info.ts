// +groupName=Shop.Example.Com
export {};

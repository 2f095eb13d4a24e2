// +groupName=shop.k8s.io
export {};

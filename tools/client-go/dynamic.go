package main

import (
	"context"
	"fmt"
	"io"
	"sort"
	"sync"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
)

type object = map[string]any

var (
	gadgets     = schema.GroupVersionResource{Group: "client-go.example.com", Version: "v1", Resource: "gadgets"}
	definitions = schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"}
)

// installGadgets makes the custom resource of all chapters, and waits until it is served.
func installGadgets(ctx context.Context, config *rest.Config) error {
	client := dynamic.NewForConfigOrDie(config)
	openAPI := object{"type": "object", "properties": object{
		"spec": object{"type": "object", "required": []any{"colour"}, "properties": object{
			"colour":   object{"type": "string", "enum": []any{"red", "green"}},
			"replicas": object{"type": "integer", "default": int64(1)},
			"tags":     object{"type": "array", "x-kubernetes-list-type": "set", "items": object{"type": "string"}},
		}},
		"status": object{"type": "object", "properties": object{"phase": object{"type": "string"}, "replicas": object{"type": "integer"}}},
	}}
	definition := &unstructured.Unstructured{Object: object{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": object{"name": "gadgets.client-go.example.com"},
		"spec": object{
			"group": gadgets.Group, "scope": "Namespaced",
			"names": object{"plural": "gadgets", "singular": "gadget", "kind": "Gadget", "listKind": "GadgetList", "shortNames": []any{"gg"}},
			"versions": []any{object{"name": "v1", "served": true, "storage": true, "schema": object{"openAPIV3Schema": openAPI},
				"subresources": object{"status": object{}, "scale": object{"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}}}},
		},
	}}
	if _, err := client.Resource(definitions).Create(ctx, definition, metav1.CreateOptions{}); err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	eventually("gadgets are served", func() bool {
		_, err := client.Resource(gadgets).List(ctx, metav1.ListOptions{})
		return err == nil
	})
	return nil
}

func gadget(name, colour string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: object{
		"apiVersion": "client-go.example.com/v1", "kind": "Gadget", "metadata": object{"name": name}, "spec": object{"colour": colour},
	}}
}

// warnings keeps what the server warns of.
type warnings struct {
	mutex sync.Mutex
	texts []string
}

func (w *warnings) HandleWarningHeader(_ int, _ string, text string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.texts = append(w.texts, text)
}

func dynamicClient(s *story) {
	warned := &warnings{}
	s.config.WarningHandler = warned
	client := dynamic.NewForConfigOrDie(s.config).Resource(gadgets).Namespace(s.namespace)
	made, err := client.Create(s.ctx, gadget("one", "red"), metav1.CreateOptions{})
	must(err)
	show("created", made)
	unknown := gadget("unknown", "red")
	must(unstructured.SetNestedField(unknown.Object, "x", "spec", "nothing"))
	_, err = client.Create(s.ctx, unknown.DeepCopy(), metav1.CreateOptions{FieldValidation: metav1.FieldValidationStrict})
	sayError("unknown field, strict", err)
	_, err = client.Create(s.ctx, unknown.DeepCopy(), metav1.CreateOptions{FieldValidation: metav1.FieldValidationWarn})
	sayError("unknown field, warn", err)
	say("warned: %q", warned.texts)
	_, err = client.Create(s.ctx, gadget("two", "pink"), metav1.CreateOptions{})
	sayError("not in the enumeration", err)

	watching, err := client.Watch(s.ctx, metav1.ListOptions{ResourceVersion: made.GetResourceVersion()})
	must(err)
	must(unstructured.SetNestedField(made.Object, "green", "spec", "colour"))
	made, err = client.Update(s.ctx, made, metav1.UpdateOptions{})
	must(err)
	must(unstructured.SetNestedField(made.Object, "Turning", "status", "phase"))
	made, err = client.UpdateStatus(s.ctx, made, metav1.UpdateOptions{})
	must(err)
	_, err = client.Patch(s.ctx, "one", types.MergePatchType, []byte(`{"spec":{"tags":["a"]}}`), metav1.PatchOptions{})
	must(err)
	_, err = client.Patch(s.ctx, "one", types.JSONPatchType, []byte(`[{"op":"add","path":"/spec/tags/-","value":"b"}]`), metav1.PatchOptions{})
	must(err)
	_, err = client.Patch(s.ctx, "one", types.StrategicMergePatchType, []byte(`{}`), metav1.PatchOptions{})
	sayError("strategic merge patch", err)
	_, err = client.Patch(s.ctx, "one", types.MergePatchType, []byte(`{"status":{"phase":"Resting"}}`), metav1.PatchOptions{}, "status")
	must(err)
	applied, err := client.Apply(s.ctx, "applied", gadget("applied", "red"), metav1.ApplyOptions{FieldManager: "one"})
	must(err)
	show("applied", applied)
	_, err = client.Apply(s.ctx, "applied", gadget("applied", "green"), metav1.ApplyOptions{FieldManager: "two"})
	sayError("applied by another", err)
	applied, err = client.Apply(s.ctx, "applied", gadget("applied", "green"), metav1.ApplyOptions{FieldManager: "two", Force: true})
	must(err)
	for _, entry := range applied.GetManagedFields() {
		say("manager %s: %s", entry.Manager, entry.FieldsV1.String())
	}
	status := gadget("applied", "red")
	unstructured.RemoveNestedField(status.Object, "spec")
	must(unstructured.SetNestedField(status.Object, "Applied", "status", "phase"))
	_, err = client.ApplyStatus(s.ctx, "applied", status, metav1.ApplyOptions{FieldManager: "status"})
	must(err)
	must(client.Delete(s.ctx, "one", metav1.DeleteOptions{}))
	for range 10 {
		event := <-watching.ResultChan()
		item := event.Object.(*unstructured.Unstructured)
		say("watched: %s %s %v %v", event.Type, item.GetName(), item.Object["spec"], item.Object["status"])
		if event.Type == "DELETED" {
			break
		}
	}
	watching.Stop()
	list, err := client.List(s.ctx, metav1.ListOptions{Limit: 1})
	must(err)
	say("listed: %s %s, more: %t", list.GetKind(), list.Items[0].GetName(), list.GetContinue() != "")
	sayError("deleted all", client.DeleteCollection(s.ctx, metav1.DeleteOptions{}, metav1.ListOptions{}))
	_, err = dynamic.NewForConfigOrDie(s.config).Resource(gadgets.GroupResource().WithVersion("v9")).Namespace(s.namespace).List(s.ctx, metav1.ListOptions{})
	sayError("listed in no version", err)
}

func discoveryAndMapper(s *story) {
	client := discovery.NewDiscoveryClientForConfigOrDie(s.config)
	version, err := client.ServerVersion()
	must(err)
	say("version: %s.%s", version.Major, version.Minor)
	groups, lists, err := client.ServerGroupsAndResources()
	must(err)
	for _, group := range groups {
		if group.Name == "apps" || group.Name == gadgets.Group || group.Name == "" {
			say("group %q: %s preferred", group.Name, group.PreferredVersion.GroupVersion)
		}
	}
	// They come in any order.
	sort.Slice(lists, func(i, j int) bool { return lists[i].GroupVersion < lists[j].GroupVersion })
	for _, list := range lists {
		if list.GroupVersion != "apps/v1" && list.GroupVersion != gadgets.GroupVersion().String() {
			continue
		}
		for _, resource := range list.APIResources {
			say("%s: %s %s namespaced %t verbs %v short %v categories %v group %q version %q", list.GroupVersion, resource.Name, resource.Kind, resource.Namespaced,
				resource.Verbs, resource.ShortNames, resource.Categories, resource.Group, resource.Version)
		}
	}
	legacy := discovery.NewDiscoveryClientForConfigOrDie(s.config)
	legacy.UseLegacyDiscovery = true
	one, err := legacy.ServerResourcesForGroupVersion(gadgets.GroupVersion().String())
	must(err)
	say("legacy: %d resources of %s", len(one.APIResources), one.GroupVersion)
	_, err = legacy.ServerResourcesForGroupVersion("nothing.example.com/v1")
	sayError("no such group", err)

	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client))
	shortcuts := restmapper.NewShortcutExpander(mapper, client, nil)
	for _, word := range []string{"gg", "gadget", "deploy", "cm", "pods"} {
		found, err := shortcuts.ResourceFor(schema.GroupVersionResource{Resource: word})
		must(err)
		say("%s is %s", word, found.String())
	}
	mapping, err := mapper.RESTMapping(schema.GroupKind{Group: gadgets.Group, Kind: "Gadget"})
	must(err)
	say("mapping: %s %s", mapping.Resource.String(), mapping.Scope.Name())
	_, err = mapper.RESTMapping(schema.GroupKind{Group: gadgets.Group, Kind: "Nothing"})
	sayError("no mapping", err)

	paths, err := client.OpenAPIV3().Paths()
	must(err)
	for _, path := range []string{"api/v1", "apis/apps/v1", "apis/client-go.example.com/v1"} {
		document, err := paths[path].Schema("application/json")
		must(err)
		say("OpenAPI v3 of %s: %t", path, len(document) > 1000)
	}
	v2, err := client.OpenAPISchema()
	must(err)
	kinds := []string{}
	for _, definition := range v2.GetDefinitions().GetAdditionalProperties() {
		if name := definition.GetName(); name == "com.example.client-go.v1.Gadget" || name == "io.k8s.api.apps.v1.Deployment" {
			kinds = append(kinds, name)
		}
	}
	sort.Strings(kinds)
	say("OpenAPI v2: %s %v", v2.GetSwagger(), kinds)
	for _, path := range []string{"/healthz", "/livez", "/readyz"} {
		body, err := client.RESTClient().Get().AbsPath(path).Do(s.ctx).Raw()
		must(err)
		say("%s: %s", path, body)
	}
}

func metadataClient(s *story) {
	objects := dynamic.NewForConfigOrDie(s.config).Resource(gadgets).Namespace(s.namespace)
	for index := range 3 {
		_, err := objects.Create(s.ctx, gadget(fmt.Sprintf("g-%d", index), "red"), metav1.CreateOptions{})
		must(err)
	}
	client := metadata.NewForConfigOrDie(s.config).Resource(gadgets).Namespace(s.namespace)
	list, err := client.List(s.ctx, metav1.ListOptions{})
	must(err)
	for _, item := range list.Items {
		show("listed", item)
	}
	one, err := client.Get(s.ctx, "g-0", metav1.GetOptions{})
	must(err)
	show("got", one)
	watching, err := client.Watch(s.ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion})
	must(err)
	patched, err := client.Patch(s.ctx, "g-1", types.MergePatchType, []byte(`{"metadata":{"labels":{"a":"b"}}}`), metav1.PatchOptions{})
	must(err)
	show("patched", patched)
	must(client.Delete(s.ctx, "g-2", metav1.DeleteOptions{}))
	for range 2 {
		event := <-watching.ResultChan()
		item := event.Object.(*metav1.PartialObjectMetadata)
		say("watched: %s %s %v %s", event.Type, item.Name, item.Labels, item.Kind)
	}
	watching.Stop()
	// A connection that is not read to its end is closed.
	stream, err := s.clientset.CoreV1().RESTClient().Get().AbsPath("/api/v1/namespaces").Stream(s.ctx)
	must(err)
	first := make([]byte, 8)
	_, err = io.ReadFull(stream, first)
	must(err)
	say("streamed: %s", first)
	must(stream.Close())
}

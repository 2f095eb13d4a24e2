// Command client-go does with client-go what operators do with it, and prints what it saw, without what differs from run to run. Whatever API server it is run against, it
// has to print the same.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// A chapter shows one part of client-go, in a namespace of its own.
type chapter struct {
	name string
	run  func(*story)
}

var chapters = []chapter{
	{"typed-json", typedIn("application/json")},
	{"typed-protobuf", typedIn("application/vnd.kubernetes.protobuf")},
	{"dynamic", dynamicClient},
	{"discovery", discoveryAndMapper},
	{"metadata", metadataClient},
	{"informers", sharedInformers},
	{"dynamic-informers", otherInformers},
	{"disconnected", disconnected},
	{"leader-election", leaderElection},
	{"events", eventRecorders},
	{"scale", scaleClient},
	{"watches", watchTools},
}

// story is what a chapter is told with. Errors that it does not print end the program.
type story struct {
	ctx       context.Context
	config    *rest.Config
	clientset kubernetes.Interface
	namespace string
	// compact asks whoever started the program to make the server forget its history.
	compact func()
}

func main() {
	kubeconfig := flag.String("kubeconfig", "", "path of the kubeconfig")
	only := flag.String("chapter", "", "tell this one alone")
	flag.Parse()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	must(err)
	config.QPS, config.Burst = 500, 1000
	config.WarningHandler = rest.NoWarnings{}
	answers := bufio.NewReader(os.Stdin)
	compact := func() {
		fmt.Fprintln(os.Stderr, "compact")
		_, err := answers.ReadString('\n')
		must(err)
	}
	clientset := kubernetes.NewForConfigOrDie(config)
	must(installGadgets(ctx, config))
	for _, one := range chapters {
		if *only != "" && *only != one.name {
			continue
		}
		namespace := "client-go-" + one.name
		_, err := clientset.CoreV1().Namespaces().Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}, metav1.CreateOptions{})
		must(err)
		fmt.Printf("# %s\n", one.name)
		one.run(&story{ctx: ctx, config: rest.CopyConfig(config), clientset: clientset, namespace: namespace, compact: compact})
	}
}

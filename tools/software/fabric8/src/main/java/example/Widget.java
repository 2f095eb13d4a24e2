package example;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;

/** A custom resource. */
@Group("fabric8.example.com")
@Version("v1")
public class Widget extends CustomResource<Widget.Spec, Widget.Status> implements Namespaced {
  /** What a user asks for. */
  public static class Spec {
    public Integer size;
  }

  /** What was seen. */
  public static class Status {
    public Boolean ready;
  }
}

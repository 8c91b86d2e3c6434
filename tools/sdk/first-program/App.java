package acme;

import com.pulumi.Pulumi;
import com.pulumi.emailmarketing.Sender;
import com.pulumi.emailmarketing.SenderArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            var news = new Sender("news", SenderArgs.builder()
                .email("news@acme.example")
                .name("Acme News")
                .build());
            ctx.export("status", news.status());
        });
    }
}

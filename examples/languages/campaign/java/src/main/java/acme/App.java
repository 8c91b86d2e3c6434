package acme;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.asset.FileAsset;
import com.pulumi.core.Output;
import com.pulumi.emailmarketing.Campaign;
import com.pulumi.emailmarketing.CampaignArgs;
import com.pulumi.emailmarketing.CampaignSchedule;
import com.pulumi.emailmarketing.CampaignScheduleArgs;
import com.pulumi.emailmarketing.EmailmarketingFunctions;
import com.pulumi.emailmarketing.Provider;
import com.pulumi.emailmarketing.ProviderArgs;
import com.pulumi.emailmarketing.Sender;
import com.pulumi.emailmarketing.SenderArgs;
import com.pulumi.emailmarketing.inputs.CampaignSenderArgs;
import com.pulumi.emailmarketing.inputs.GetListArgs;
import com.pulumi.resources.CustomResourceOptions;
import java.util.List;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    static void stack(Context ctx) {
        var config = ctx.config();

        // A list that exists. Its id is an input of the campaign.
        var customers = EmailmarketingFunctions.getList(GetListArgs.builder()
            .name("Customers")
            .build());

        // A draft, which is not sent. Its content is in files, so the state and the previews don't show it.
        var spring = new Campaign("spring", CampaignArgs.builder()
            .name("Spring")
            .subject("What is new this spring")
            .sender(CampaignSenderArgs.builder()
                .email("hello@acme.example")
                .name("Acme")
                .build())
            .html(new FileAsset("spring.html"))
            .plainText(new FileAsset("spring.txt"))
            .listIds(customers.applyValue(list -> List.of(list.id())))
            .build(), CustomResourceOptions.builder().protect(true).build());

        // The date on which it is sent.
        new CampaignSchedule("springDate", CampaignScheduleArgs.builder()
            .campaignId(spring.id())
            .scheduledAt("2030-03-01 09:00:00")
            .build(), CustomResourceOptions.builder().protect(true).build());

        // A second account has a provider of its own.
        var partner = new Provider("partner", ProviderArgs.builder()
            .account("partner")
            .apiKey(config.requireSecret("partnerKey"))
            .baseUrl(config.require("partnerUrl"))
            .build());
        var news = new Sender("partnerNews", SenderArgs.builder()
            .email("hello@acme.example")
            .name("Acme for partners")
            .build(), CustomResourceOptions.builder().provider(partner).build());

        ctx.export("campaign", spring.id());
        ctx.export("partnerSender", Output.format("%s is %s", news.email(), news.status()));
    }
}

using System.Collections.Generic;
using Pulumi;
using Pulumi.EmailMarketing;

return await Deployment.RunAsync(() =>
{
    var news = new Sender("news", new SenderArgs
    {
        Email = "news@acme.example",
        Name = "Acme News",
    });
    return new Dictionary<string, object?> { ["status"] = news.Status };
});
